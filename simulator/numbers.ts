/** International e164 without a plus sign (protocol, "Common conventions"); the 7 digits are our guess. */
const E164 = /^[1-9][0-9]{6,14}$/;

export const isMobileNumber = (number: string): boolean => E164.test(number);

/** The industry Do Not Contact list applies to these only (protocol, "GET /batchmessage.asp"). */
export const isSouthAfrican = (number: string): boolean => number.startsWith('27');
