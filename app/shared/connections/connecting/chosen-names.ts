import type { Connector, Settings } from '../../../../connectors/contract.ts';

/** What is chosen from a list of the vendor's, by the list's name, and where its name is kept beside its id. */
const nameIn = { subsidiaries: 'subsidiary_name', accounts: 'account_name' } as const;
export type Choices = keyof typeof nameIn;
const lists: readonly Choices[] = ['subsidiaries', 'accounts'];

/** The settings that the two choices are kept in, where a connector has them: those that are chosen from these lists. */
export const settingOf = ({ settings }: Connector, choices: Choices): string | undefined =>
  Object.entries(settings.shape).find(([, field]) => field.meta()?.choices === choices)?.[0];

/** The names of what was chosen, which nobody enters: of each choice that is as it was before other settings were `entered`. */
export function namesToKeep(connector: Connector, stored: Settings, entered: Settings): Settings {
  const names = lists.flatMap((choices) => {
    const [setting, name] = [settingOf(connector, choices), stored[nameIn[choices]]];
    return setting && name && stored[setting] === entered[setting] ? [[nameIn[choices], name] as const] : [];
  });
  return Object.fromEntries(names);
}
