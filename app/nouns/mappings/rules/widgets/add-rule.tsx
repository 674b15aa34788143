import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { undoRun } from '../../../../shared/runs/working/report-outcome.ts';
import { AddingForm } from '../../../../ui/form/adding-form.tsx';
import type { FieldSchema } from '../../../../ui/form/field-schema.ts';
import { type Done, useShowDone } from '../../../../ui/hooks/use-show-done.ts';
import { useConfirmedSave } from '../../saves/use-confirmed-save.tsx';
import type { RuleChange, RuleField, RuleFields } from '../contract.ts';
import { ImpactLine, impactQuery } from './impact-line.tsx';
import { BesideEachOther, TryRule } from './try-rule.tsx';

type Typed = Record<string, string>;

/** How long after the last key it is counted what a rule would do, in ms. */
const countedAfter = 300;

/** How a rule of some kind is added. */
export type NewRule<Rule, Body> = {
  title: string;
  verb: string;
  question: string;
  /** The rule as it is typed, with the descriptions of its fields; null while it lacks one. */
  bodyOf: (typed: Typed, fields: RuleFields) => { body: Body; change: RuleChange | null };
  /** Saves it in place of the value that the person saw, null for none. */
  save: (slug: string, body: Body & { was: string | null }) => Promise<Done>;
  /** The value of the rule that it replaces. */
  replaced: (rules: readonly Rule[], body: Body) => string | undefined;
};

type Props<Rule, Body> = {
  slug: string;
  added: NewRule<Rule, Body>;
  form: FieldSchema;
  fields: RuleFields;
  /** Those that there are. */
  rules: readonly Rule[];
};

/** A new rule, tried on an order and counted before it is saved. */
export function AddRule<Rule, Body>({ slug, added, form, fields, rules }: Props<Rule, Body>) {
  const { title, verb, bodyOf, replaced } = added;
  const [typed, setTyped] = useState<Typed>({});
  const { save, question } = useConfirmedSave();
  const { change } = bodyOf(typed, fields);
  const [settled] = useDebouncedValue(typed, countedAfter);
  const counted = bodyOf(settled, fields).change;
  const onDone = useShowDone({ what: 'rule', by: undoRun });
  const saveRule = (values: Typed) => {
    const { body } = bodyOf(values, fields);
    return added.save(slug, { ...body, was: replaced(rules, body) ?? null });
  };
  const ask = async (add: () => Promise<void>, values: Typed) => {
    const ofThese = bodyOf(values, fields).change;
    await (ofThese ? save({ title: added.question, verb, preview: impactQuery(slug, ofThese), run: add }) : add());
  };
  return (
    <BesideEachOther>
      <AddingForm {...{ title, verb, form, ask }} send={saveRule} onTyped={setTyped} onDone={onDone}>
        {change && <ImpactLine slug={slug} change={settled === typed ? counted : null} />}
      </AddingForm>
      <TryRule slug={slug} change={change ?? {}} fields={fields.destinations} />
      {question}
    </BesideEachOther>
  );
}

/** How a list of fields calls one. */
export const describe = (fields: readonly RuleField[], name: string) => fields.find((field) => field.name === name)?.description ?? '';
