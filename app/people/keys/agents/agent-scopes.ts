import type { Scope } from '../scopes.ts';

/** What an agent can be allowed that a person connects: what the tools of /mcp take, and nothing of /v1 beside it. Browser-safe. */
export const agentScopes = [
  'read_orders',
  'read_issues',
  'read_products',
  'read_stock',
  'read_buyers',
  'write_issues',
  'write_orders',
  'release_orders',
] as const satisfies readonly Scope[];
export type AgentScope = (typeof agentScopes)[number];

/** What each lets an agent do, which is less than a key may by it: goods leave by none, and what changes is counted. */
export const agentScopeTexts: Record<AgentScope, string> = {
  read_orders: 'Find orders, and read why each waits',
  read_issues: 'Read what waits for a person',
  read_products: 'Read products',
  read_stock: 'Read what is on hand and available',
  read_buyers: 'See who bought: names, addresses, notes',
  write_issues: 'Take remedies by which no goods leave, as many as this account lets agents',
  write_orders: 'Prepare a hold, cancellation and the like; start it, as far as this account lets agents',
  release_orders: 'Prepare what makes goods leave, for a person to start',
};

/** Nobody is led to these: a person chooses them. */
const delicate: readonly AgentScope[] = ['read_buyers', 'write_issues', 'write_orders', 'release_orders'];

/** Of what a program asks for, what a person finds chosen. */
export const chosenAtFirst = (asked: readonly AgentScope[]): AgentScope[] => asked.filter((scope) => !delicate.includes(scope));

/** Those of them that there are, in our order. */
export const knownScopes = (asked: readonly string[]): AgentScope[] => agentScopes.filter((scope) => asked.includes(scope));
