/** In which order an account's people read a date. */
export const dateStyles = ['month_first', 'day_first', 'year_first'] as const;
export type DateStyle = (typeof dateStyles)[number];
