/** Takes one short line about what is going on; called often, shown as the caller likes. */
export type Report = (text: string) => void;
