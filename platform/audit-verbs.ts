/** What can have been done to a record, as a sentence says it: `Ann paused the connection “Shop”`. */
export const auditVerbs = [
  ...(['created', 'changed', 'deleted', 'restored', 'undid', 'started', 'exported', 'imported'] as const),
  ...(['processed', 'dismissed', 'prepared', 'sent'] as const),
  ...(['connected', 'reconnected', 'disconnected', 'paused', 'resumed'] as const),
  ...(['edited', 'locked', 'unlocked', 'held', 'released', 'cancelled', 'archived', 'retried', 'decided about'] as const),
  ...(['joined', 'signed out', 'turned on', 'turned off', 'renewed', 'revoked', 'took over', 'suspended'] as const),
  ...(['started acting as', 'stopped acting as'] as const),
  ...(['closed', 'reopened', 'assigned', 'commented on', 'merged', 'confirmed'] as const),
] as const;
export type AuditVerb = (typeof auditVerbs)[number];
