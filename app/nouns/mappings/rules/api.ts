import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { connectionNamed } from '../../../shared/connections/queries.ts';
import { checkedAgain } from '../../order-flow/checking/words.ts';
import { deleteMapping, deletePreset, saveMapping, savePreset } from './commands.ts';
import {
  createFieldMappingCall,
  createPresetCall,
  deleteFieldMappingCall,
  deletePresetCall,
  impactOfRuleCall,
  listFieldMappingsCall,
  listPresetsCall,
  putBackRuleCall,
  ruleHistoryCall,
  tryRuleCall,
} from './contract.ts';
import { destinationFieldsOf, sourceFieldsOf } from './fields.ts';
import { putBack } from './put-back.ts';
import { listMappings, listPresets, listRuleHistory } from './queries.ts';
import { impactOf, tryRule } from './try.ts';

export function rulesApi(app: FastifyInstance): void {
  presets(app);
  fieldMappings(app);
  route(app, impactOfRuleCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => impactOf(tenant, (await connectionNamed(tenant, params.name)).id, body)),
  );
  route(app, tryRuleCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => tryRule(tenant, (await connectionNamed(tenant, params.name)).id, body.order, body)),
  );
  route(app, ruleHistoryCall, ({ reading, params }) =>
    reading(async (tenant) => listRuleHistory(tenant, (await connectionNamed(tenant, params.name)).id)),
  );
  route(app, putBackRuleCall, ({ inTenant, params }) =>
    inTenant(async (tenant) => {
      const atWarehouse = await putBack(tenant, (await connectionNamed(tenant, params.name)).id, params.id);
      return { message: `The rule was put back.${there(atWarehouse)}` };
    }),
  );
}

/** A sentence that follows another: what becomes of orders that the warehouse has, or a warning. */
const there = (sentence: string | null) => (sentence === null ? '' : ` ${sentence}`);

function presets(app: FastifyInstance): void {
  route(app, listPresetsCall, ({ reading, params }) =>
    reading(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      return { amwareFields: await destinationFieldsOf(tenant), presets: await listPresets(tenant, id) };
    }),
  );
  route(app, createPresetCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const saved = await savePreset(tenant, (await connectionNamed(tenant, params.name)).id, body);
      return {
        id: saved.id,
        waiting: saved.waiting,
        message: `The preset was saved.${there(saved.warning)}${checkedAgain(saved.waiting)}${there(saved.atWarehouse)}`,
      };
    }),
  );
  route(app, deletePresetCall, ({ inTenant, params }) =>
    inTenant(async (tenant) => {
      const atWarehouse = await deletePreset(tenant, (await connectionNamed(tenant, params.name)).id, params.id);
      return { message: `The preset was deleted.${there(atWarehouse)}` };
    }),
  );
}

function fieldMappings(app: FastifyInstance): void {
  route(app, listFieldMappingsCall, ({ reading, params }) =>
    reading(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      return {
        sourceFields: await sourceFieldsOf(tenant, id),
        destinationFields: await destinationFieldsOf(tenant),
        fieldMappings: await listMappings(tenant, id),
      };
    }),
  );
  route(app, createFieldMappingCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const saved = await saveMapping(tenant, (await connectionNamed(tenant, params.name)).id, body);
      return {
        id: saved.id,
        waiting: saved.waiting,
        message: `The field mapping was saved.${there(saved.warning)}${checkedAgain(saved.waiting)}${there(saved.atWarehouse)}`,
      };
    }),
  );
  route(app, deleteFieldMappingCall, ({ inTenant, params }) =>
    inTenant(async (tenant) => {
      const atWarehouse = await deleteMapping(tenant, (await connectionNamed(tenant, params.name)).id, params.id);
      return { message: `The field mapping was deleted.${there(atWarehouse)}` };
    }),
  );
}
