/** `location`: as people say it, `London, Europe`. */
export type TimezoneOption = { timezone: string; location: string };

/** Names that V8 still lists in a form that nobody looks for any longer, and today's. PostgreSQL knows both. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

const names = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)])];

/** Every time zone that an account can have, UTC first. */
export const timezones: readonly TimezoneOption[] = [
  { timezone: 'UTC', location: 'Coordinated Universal Time' },
  ...names
    .filter((name) => name !== 'UTC')
    .sort()
    .map((timezone) => ({ timezone, location: locationOf(timezone) })),
];

const zoneNames = new Set(names);
export const isTimezone = (name: string) => zoneNames.has(name);

/** `America/Argentina/Buenos_Aires` is `Buenos Aires, Argentina, America`. */
function locationOf(timezone: string): string {
  return timezone.replaceAll('_', ' ').split('/').reverse().join(', ');
}
