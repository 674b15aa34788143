const agent = 'agent ';

/** What histories and the audit have of an agent that a person connected, in the place of a key's name. Browser-safe. */
export const agentNamed = (name: string): string => `${agent}${name}`;

/** As in `the key Ledger`, `the agent Desk agent`. */
export const theKey = (name: string): string => `the ${name.startsWith(agent) ? '' : 'key '}${name}`;
