/** Its program takes a code up at once. */
export const codeSeconds = 60;
/** Of an access token: short, because whoever has one needs nothing else. */
export const accessSeconds = 60 * 60;
/** The former access token, for calls that are under way. */
export const formerSeconds = 30;
/** An agent that did nothing for so long is connected anew. */
export const refreshSeconds = 30 * 24 * 60 * 60;
/** And however much it did: a person looks again at what it may. */
export const longestSeconds = 365 * 24 * 60 * 60;
/** For so long a refresh token may be shown again: a program renews in two windows at once, or lost the reply. */
export const repeatSeconds = 10;
