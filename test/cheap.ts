/** The cost of a password of a test, as a power of two: the real one takes a third of a second for each sign-in. */
export const cheap = 10;
