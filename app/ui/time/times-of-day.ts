const minutesOfDay = 1_440;

/** The times of a day at an interval in minutes: `12:30 am` with the value `00,30`. */
export const timesOfDay = (interval: number): { value: string; label: string }[] =>
  Array.from({ length: Math.ceil(minutesOfDay / interval) }, (_, at) => ({
    value: timeValue(at * interval),
    label: timeLabel(at * interval),
  }));

/** Minutes of the day as `HH,MM`. */
export const timeValue = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))},${twoDigits(minutes % 60)}`;

/** Minutes of the day as `9:30 pm`. */
export function timeLabel(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${twoDigits(minutes % 60)} ${hour < 12 ? 'am' : 'pm'}`;
}

/** The minutes of `HH,MM`; null for anything else. */
export function minutesIn(value: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]),([0-5]\d)$/.exec(value) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
