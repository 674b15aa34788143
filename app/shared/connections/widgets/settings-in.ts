import type { FormValues } from '../../../ui/form/form-from-schema.tsx';

/** The typed settings as the calls take them, by the setting's name. */
export const settingsIn = (typed: FormValues): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));
