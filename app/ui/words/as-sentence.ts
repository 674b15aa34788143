/** What somebody wrote as a sentence of its own: with a full stop, unless it ends with a sign already. Browser-safe. */
export const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
