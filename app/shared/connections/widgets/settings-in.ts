import type { FormValues } from '../../../ui/form/form-from-schema.tsx';

type Texts = Record<string, string>;

/** The typed settings as the calls take them, by the setting's name. */
export const settingsIn = (typed: FormValues): Texts =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));

/**
 * Of these fields those that a person changed, empty where they cleared one, and what `seen` shows of them. A secret is shown to nobody:
 * one that was typed is changed, and any value of it is replaced.
 */
export function changesIn(typed: FormValues, fields: readonly string[], { shown, seen }: { shown: Texts; seen: Texts }) {
  const texts = settingsIn(typed);
  const changed = fields.filter((name) => (texts[name] ?? '') !== (shown[name] ?? ''));
  return {
    settings: Object.fromEntries(changed.map((name) => [name, texts[name] ?? ''])),
    was: Object.fromEntries(changed.map((name) => [name, seen[name] ?? ''])),
  };
}
