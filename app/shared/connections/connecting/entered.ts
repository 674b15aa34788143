import type { Connector, Settings } from '../../../../connectors/contract.ts';
import { consentSetting, secretSettings } from '../../../../connectors/settings.ts';
import type { Refusal } from '../../../../platform/http/refusal.ts';
import { changedMeanwhile, somebodyElse } from '../../../base/changes/unchanged.ts';

/** Settings as a person entered them: all of them, or with `was` those that they changed, of which they saw these values. */
export type Entered = { settings: Settings; was?: Settings | undefined };
type Stored = { name: string; connector: Connector; settings: Settings };

/**
 * What the settings of a connection are to be without its secrets: those that the person did not change stay as they are stored.
 * @throws Refusal 409 where somebody else changed one of them since
 */
export function completeEntered({ name, connector, settings: stored }: Stored, { settings, was }: Entered): Settings {
  if (!was) return settings;
  const isOther = (setting: string) => ![was[setting], settings[setting]].some((value = '') => value === (stored[setting] ?? ''));
  // Nobody is shown a secret: whoever replaces one saw nothing of it that could be held against what is stored.
  const secrets = new Set(secretSettings(connector));
  if (Object.keys(was).some((setting) => !secrets.has(setting) && isOther(setting))) throw settingsChanged(name);
  return { ...openSettings(connector, stored), ...settings };
}

/** Those that are no secrets, and that people enter. */
export function openSettings(connector: Connector, settings: Settings): Settings {
  const others = new Set([...secretSettings(connector), consentSetting]);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !others.has(name)));
}

export const settingsChanged = (name: string): Refusal => changedMeanwhile(`${somebodyElse.who} changed the settings of ${name}.`);
