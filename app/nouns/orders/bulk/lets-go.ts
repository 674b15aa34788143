import type { Tenant } from '../../../../platform/tenant.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { keepingBack, keepingStock } from '../acting/held-back.ts';

type LetsGo = (tenant: Tenant, ids: readonly number[], isAgents: boolean) => Promise<Map<number, OutcomeSentence>>;

/** By a hold an order gives back its stock. People and systems hold orders all the same: only what an agent does alone is so narrow. */
export const byHold: LetsGo = async (tenant, ids, isAgents) => left(isAgents ? await keepingStock(tenant, ids, { isEnded: false }) : []);

/** An order that ends gives back its stock, too, and no longer stands for another with the same goods. */
export const byEnd: LetsGo = async (tenant, ids, isAgents) =>
  left([...(await keepingBack(tenant, ids)), ...(isAgents ? await keepingStock(tenant, ids, { isEnded: true }) : [])]);

/** By what only puts records away. */
export const byNothing: LetsGo = async () => new Map();

const left = (ids: readonly number[]) => new Map<number, OutcomeSentence>(ids.map((id) => [id, { code: 'lets_others_go' }]));
