import { notificationSentences } from '../../../../people/notifications/sentences.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

export const needsReconnect = {
  label: 'Connection refused',
  headline: { count: 'causes', one: 'connection needs to be reconnected', many: 'connections need to be reconnected' },
  remedy: 'reconnect',
  stopsConnection: true,
  isChecked: false,
  // The same that people are told of it.
  sentences: { requests_refused: notificationSentences.requests_refused },
} satisfies IssueTypeRules;
