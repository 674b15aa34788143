/** What a call that makes a link does where it does not say the units of a sale. */
export const unitsUnsaid =
  'One where it is left out. It cannot be left out where one sale took several units of what was linked before: 409, code `units_not_said`';
