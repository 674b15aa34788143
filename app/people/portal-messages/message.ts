/** From the least urgent to the most. */
export const levels = ['success', 'info', 'warning', 'danger'] as const;

/** How dates are typed and shown: month, day, year, hours and minutes. */
export const dateMask = '##/##/#### ##:##';

type Scheduled = { id: number; level: (typeof levels)[number]; start_date: Date | string; end_date: Date | string };

/** The messages that are due, the most urgent first. Browser-safe. */
export function dueAt<Message extends Scheduled>(messages: readonly Message[], now: number): Message[] {
  return messages
    .filter(({ start_date, end_date }) => timeOf(start_date) <= now && now < timeOf(end_date))
    .toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level) || b.id - a.id);
}

/** Where a message stands. Browser-safe. */
export function stageOf(
  { start_date, end_date }: Pick<Scheduled, 'start_date' | 'end_date'>,
  now: number,
): 'Planned' | 'Shown now' | 'Ended' {
  if (timeOf(end_date) <= now) return 'Ended';
  return timeOf(start_date) <= now ? 'Shown now' : 'Planned';
}

const timeOf = (at: Date | string) => new Date(at).getTime();
