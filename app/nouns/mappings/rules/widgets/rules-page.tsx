import { ConnectionPageHeader } from '../../../../shared/connections/widgets/connection-page-header.tsx';
import { AddingPage } from '../../../../shared/noun/adding-page.tsx';
import { undoRun } from '../../../../shared/runs/working/report-outcome.ts';
import { EmptyState } from '../../../../ui/blocks/empty-state.tsx';
import type { DeleteCall } from '../../../../ui/dialog/delete-button.tsx';
import type { Column } from '../../../../ui/list/declaration.ts';
import type { RuleChange } from '../contract.ts';
import type { LoadedRules } from '../load.ts';
import { precedence } from '../precedence.ts';
import { AddRule, type NewRule } from './add-rule.tsx';
import { ImpactLine, impactQuery } from './impact-line.tsx';
import { RuleHistory } from './rule-history.tsx';

/** A kind of rule, as its page shows it. */
export type RuleKind<Rule, Body> = {
  /** As in `Field mappings`. */
  title: string;
  many: string;
  added: NewRule<Rule, Body>;
  columns: readonly Column<Rule & { name: string }>[];
  /** How a rule is called where it is deleted. */
  nameOf: (rule: Rule) => string;
  /** What it does, as is said once more where it is deleted. */
  inWords: (rule: Rule) => string;
  /** What a deletion compares. */
  seenOf: (rule: Rule) => string;
  deleteCall: DeleteCall;
  deletionOf: (id: number) => RuleChange;
};

type Props<Rule, Body> = {
  loaded: LoadedRules<Rule>;
  kind: RuleKind<Rule, Body>;
  /** What comes before the order in which rules win. */
  about?: string;
  /** What is so without a rule. */
  empty: string;
};

/** The rules of one kind of a connection: added, deleted and put back, each time with what that does to waiting orders. */
export function RulesPage<Rule extends { id: number }, Body>({ loaded, kind, about, empty }: Props<Rule, Body>) {
  const { slug, name, fields, form, rules, history, mayMap } = loaded;
  const { title, many, added, columns, nameOf, inWords, seenOf, deleteCall, deletionOf } = kind;
  return (
    <AddingPage
      header={<ConnectionPageHeader slug={slug} name={name} title={title} />}
      about={[about, precedence].filter(Boolean).join(' ')}
      form={mayMap && <AddRule {...{ slug, added, form, fields, rules }} />}
      label={title}
      title={`Saved ${many}`}
      columns={columns}
      rows={rules.map((rule) => ({ ...rule, name: nameOf(rule) }))}
      deletion={
        mayMap
          ? {
              deleteCall,
              deletionText: (rule) => (
                <>
                  <p>{inWords(rule)}.</p>
                  <ImpactLine slug={slug} change={deletionOf(rule.id)} />
                </>
              ),
              undo: undoRun,
              deletion: (rule) => ({
                ...{ params: { name: slug }, query: { was: seenOf(rule) } },
                preview: impactQuery(slug, deletionOf(rule.id)),
              }),
            }
          : null
      }
      empty={<EmptyState title={`No ${many} yet`}>{empty}</EmptyState>}
    >
      <RuleHistory slug={slug} entries={history} mayMap={mayMap} />
    </AddingPage>
  );
}
