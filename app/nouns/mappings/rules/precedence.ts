/** Which rule wins, as the pages of rules say it. */
export const precedence =
  'Where several apply, the first of these wins: what a person edited on the order, a mapping with a source value, a mapping without one, ' +
  'a preset, what the channel sent. A changed rule is applied to every order that has not been released.';
