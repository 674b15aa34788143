import type { RawBuilder } from 'kysely';
import type { Catalogue } from '../../../platform/sentences.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** The description of an issue type: those of one noun are a file of types/. Browser-safe. */
export type IssueTypeRules = {
  /** Its name in the filter and column of a list. */
  label: string;
  /** The line above all open issues of the type, counted by distinct subjects or one by one. */
  headline: { count: 'causes' | 'issues'; one: string; many: string };
  /** Its remedy: one button, the same wherever the issue is shown. */
  remedy: Remedy;
  /** The remedy of an issue with an empty subject, where the usual one would have nothing to work on. */
  remedyWithoutSubject?: Remedy;
  /** The remedy of issues with such a subject, in place of the usual one. */
  remedyOfSubject?: (subject: string) => Remedy | undefined;
  /** The subject is a code of the channel. Every order with that code waits for the same remedy. */
  subjectIsCode?: true;
  /** Nothing goes through its connection until it is mended. */
  stopsConnection?: true;
  /** Whether the check of orders opens and closes it, by its query in checks.ts. Any other is opened and closed by commands. */
  isChecked: boolean;
  /** Its sentences, by their codes: an issue keeps one of these codes and its values. No other type has the same code. */
  sentences: Catalogue;
};
export type IssueTypes = Readonly<Record<string, IssueTypeRules>>;

export const remedies = [
  'link_product',
  'map_shipping',
  'map_location',
  'choose_building',
  'complete_address',
  'retry',
  'reconnect',
  'accept_change',
  'decide_taken_back',
  'decide_rest',
  'keep_edits',
  'compare_orders',
  'decide_former',
  'choose_import',
  'decide_twin',
  'decide_found',
  'decide_second',
  'decide_address',
  'cancel',
  'mark_replied',
  'open_purchase_order',
  'expect_no_more',
  'place_receipt',
  'dismiss_references',
  'see_connection',
  'use_count',
  'see_product',
  'see_item',
] as const;
export type Remedy = (typeof remedies)[number];

/**
 * The query that finds the issues of one type: `order_id, connection_id, subject, field, line_id, sentence`, a row an issue.
 * `orders` says which of the account's orders `o` are checked.
 */
export type Check = (tenant: Tenant, orders: RawBuilder<unknown>) => RawBuilder<unknown>;
