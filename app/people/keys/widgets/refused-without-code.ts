/** Why nothing is served to a key or an agent of this person. */
export const refusedWithoutCode = (person: string) => `Refused: ${person} has to set up two-factor sign-in`;
