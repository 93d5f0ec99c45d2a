/** International e164 without a leading plus sign (spec: Common conventions); 7 digits is our floor. */
const E164 = /^[1-9][0-9]{6,14}$/;

export const isMobileNumber = (number: string): boolean => E164.test(number);

/** The industry Do Not Contact list holds for these alone (spec: INDUSTRYDNC). */
export const isSouthAfrican = (number: string): boolean => number.startsWith('27');
