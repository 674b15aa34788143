type Told = { type: string; record_id: number; at: Date | string; sequence: number | null };

/** The same at each try and replay of an event, and never that of another: by it the receiver finds what it has had already. */
export const messageId = (accountId: number, sequence: number | null): string => `evt_${accountId}_${sequence}`;

/** What is sent: what happened when to which record, and nothing of the record itself. */
export const bodyOf = (account: number, { type, record_id: id, at, sequence }: Told): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { account, id, sequence } });
