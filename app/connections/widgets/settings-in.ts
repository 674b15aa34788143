import type { FormValues } from '../../ui/form/form-from-schema.tsx';

/** What was typed, as the calls take it: texts by the setting's name. */
export const settingsIn = (typed: FormValues): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));
