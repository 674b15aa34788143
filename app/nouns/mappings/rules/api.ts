import type { FastifyInstance } from 'fastify';
import { type Call, changeRoute, readRoute, route } from '../../../../platform/http/route.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { connectionNamed } from '../../../shared/connections/queries.ts';
import { checkedAgain } from '../../order-flow/checking/words.ts';
import { deleteRule, saveRule } from './commands.ts';
import * as calls from './contract.ts';
import { destinationFieldsOf, sourceFieldsOf } from './fields.ts';
import { mappingKind, presetKind, type RuleKind } from './kinds.ts';
import { putBack, putBackInWords } from './put-back.ts';
import { listMappings, listPresets, listRuleHistory } from './queries.ts';
import { impactOf, tryRule } from './try.ts';

export function rulesApi(app: FastifyInstance): void {
  readRoute(app, calls.listPresetsCall, async (tenant, { params }) => {
    const id = await idOf(tenant, params);
    return { amwareFields: await destinationFieldsOf(tenant), presets: await listPresets(tenant, id) };
  });
  route(app, calls.createPresetCall, saving(presetKind));
  route(app, calls.deletePresetCall, deleting(presetKind));
  readRoute(app, calls.listFieldMappingsCall, async (tenant, { params }) => {
    const id = await idOf(tenant, params);
    const [sourceFields, destinationFields] = [await sourceFieldsOf(tenant, id), await destinationFieldsOf(tenant)];
    return { sourceFields, destinationFields, fieldMappings: await listMappings(tenant, id) };
  });
  route(app, calls.createFieldMappingCall, saving(mappingKind));
  route(app, calls.deleteFieldMappingCall, deleting(mappingKind));
  changeRoute(app, calls.impactOfRuleCall, async (tenant, { params, body }) => impactOf(tenant, await idOf(tenant, params), body));
  changeRoute(app, calls.tryRuleCall, async (tenant, { params, body }) => tryRule(tenant, await idOf(tenant, params), body.order, body));
  readRoute(app, calls.ruleHistoryCall, async (tenant, { params }) => listRuleHistory(tenant, await idOf(tenant, params)));
  changeRoute(app, calls.putBackRuleCall, async (tenant, { params }) => {
    return { message: putBackInWords(await putBack(tenant, await idOf(tenant, params), params.id)) };
  });
}

type Saving<Rule> = Pick<Call<typeof calls.createPresetCall>, 'inTenant' | 'params'> & { body: Rule & { was?: string | null | undefined } };

const saving =
  <Rule>(kind: RuleKind<Rule>) =>
  ({ inTenant, params, body }: Saving<Rule>) =>
    inTenant(async (tenant) => {
      const { id, waiting, warning, runId, atWarehouse } = await saveRule(tenant, await idOf(tenant, params), kind, body);
      const message = `The ${kind.one} was saved.${following(warning)}${checkedAgain(waiting)}${following(atWarehouse)}`;
      return { id, waiting, message, ...(runId !== null && { runId }) };
    });

const deleting =
  <Rule>(kind: RuleKind<Rule>) =>
  ({ inTenant, params, query }: Pick<Call<typeof calls.deletePresetCall>, 'inTenant' | 'params' | 'query'>) =>
    inTenant(async (tenant) => {
      const { runId, atWarehouse } = await deleteRule(tenant, await idOf(tenant, params), kind, params.id, query.was);
      return { message: `The ${kind.one} was deleted.${following(atWarehouse)}`, ...(runId !== null && { runId }) };
    });

/** @throws Refusal 404 */
const idOf = async (tenant: Tenant, { name }: { name: string }) => (await connectionNamed(tenant, name)).id;

/** A sentence that follows another: what becomes of orders that the warehouse has, or a warning. */
const following = (sentence: string | null) => (sentence === null ? '' : ` ${sentence}`);
