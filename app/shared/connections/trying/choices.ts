import type { Connector, Settings } from '../../../../connectors/contract.ts';
import { connectable } from '../../../../connectors/index.ts';
import { unchosenFor, whileChoosing } from '../../../../connectors/settings.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import type { Actor } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { askTrying } from './ask-trying.ts';
import { checked, checkedChange, opened } from './trying.ts';

type ChoicesQuery = { connector: string; choices: string; settings: Settings; connection?: string | undefined };

/** Lists what can be chosen for a setting, by the settings that are entered so far. @throws Refusal 409 when the vendor does not say */
export async function listChoices(
  engine: Engine,
  actor: Actor,
  { connector: name, choices, settings, connection }: ChoicesQuery,
): Promise<{ choices: { id: string; name: string }[] }> {
  const connector = connectable(engine).find((each) => each.name === name);
  if (!connector || !Object.hasOwn(connector.choices ?? {}, choices)) throw invalid({ choices: ['There are no such choices.'] });
  // What is still to be chosen may be empty or half typed.
  const unchosen = new Set(unchosenFor(connector, choices));
  const entered = Object.fromEntries(Object.entries(settings).filter(([setting]) => !unchosen.has(setting)));
  const complete = await completed(engine, actor, whileChoosing(connector, choices), entered, connection);
  const result = await askTrying(engine, actor, { connector, settings: complete, question: 'choices', about: choices });
  if (result.ok) return { choices: result.value };
  throw refuse(409, 'does_not_work', `${connector.label} does not list them: ${wordReason(result.failure.reason)}`);
}

/** With the secrets and the consent of the connection that is being changed. */
async function completed(
  engine: Engine,
  actor: Actor,
  connector: Connector,
  entered: Settings,
  slug: string | undefined,
): Promise<Settings> {
  if (slug === undefined) return checked(connector, entered);
  const { connection } = await opened(engine, actor, slug);
  if (connection.connector.name !== connector.name) throw refuse(404, 'not_found', 'This connection does not exist.');
  return checkedChange({ ...connection, connector }, entered);
}
