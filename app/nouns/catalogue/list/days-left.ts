/** How an item will do. `gone`: units that were sold, or used, in `days`. */
export type Outlook = { expected: number; gone: number; days: number };

/** So many days are looked back to know how much goes a day. */
export const outlookDays = 30;

/** How many units go a day. */
export const goesADay = ({ gone, days }: Outlook): number => gone / days;

/** For how many whole days the units that are free last; null where none go. */
export function daysLeft(free: number, outlook: Outlook): number | null {
  const pace = goesADay(outlook);
  return pace > 0 ? Math.floor(Math.max(free, 0) / pace) : null;
}

/** Beyond so many days the count says nothing but that it will do. */
const mostWritten = 999;

/** Days as a list writes them: "over 999" beyond those. */
export const writeDays = (days: number): string => (days > mostWritten ? `over ${mostWritten}` : String(days));

/** A pace as it is written: whole from ten on, else with one figure behind the point; the least is "under 0.1". */
export function writePace(pace: number): string {
  if (pace > 0 && pace < 0.1) return 'under 0.1';
  return pace >= 10 ? Math.round(pace).toLocaleString('en-US') : String(Math.round(pace * 10) / 10);
}
