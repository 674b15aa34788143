import { askApart } from '../../../../connectors/apart/ask.ts';
import type { About, Questions } from '../../../../connectors/apart/questions.ts';
import type { Connector, Result, Settings } from '../../../../connectors/contract.ts';
import { memoryLimits } from '../../../../connectors/http/limits.ts';
import type { Actor } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { sharedTokens } from '../calls/tokens.ts';

type Tried<Name extends keyof Questions> = { connector: Connector; settings: Settings; question: Name; about?: About<Name> };

/** Asks by settings that are not stored yet, or no longer. */
export async function askTrying<Name extends keyof Questions>(
  { database, seal, sandboxOrigin, applications, now }: Engine,
  { accountId }: Actor,
  asked: Tried<Name>,
): Promise<Result<Questions[Name]>> {
  const result = await askApart({
    ...asked,
    context: {
      limitStore: memoryLimits(),
      ...{ sandboxOrigin, now, application: applications[asked.connector.name] ?? null },
      // A refresh token that is rotated by a test must be there when the connection is.
      tokens: sharedTokens(database, seal, accountId),
      sink: () => undefined,
      timeoutMs: 15_000,
      trial: true,
    },
  });
  if (!result) throw new Error(`${asked.connector.name} cannot say its ${asked.question}.`);
  return result;
}
