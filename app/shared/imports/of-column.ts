/** A problem with its column before it: the rule of a form is a sentence of its own. Browser-safe. */
export const ofColumn = (title: string, problem: string): string => `${title}${/^\p{Lu}/u.test(problem) ? ':' : ''} ${problem}`;
