/** Which rule wins, as the pages of rules say it. */
export const precedence =
  'What counts most first: what a person edited on the order, a mapping with a source value, a mapping without, a preset, and last what the channel sent. When a rule changes, it is applied again to every order that has not been released.';
