import { z } from 'zod';
import { type NounName, nounNames, nouns } from '../../base/nouns.ts';
import { formOf } from '../../ui/form/form-of.ts';
import { newView, viewBody } from './contract.ts';

/** The forms of the menu of views, for the loader of a list. Made once: every page of the list carries them. */
export type ViewForms = Record<'save' | 'rename', ReturnType<typeof formOf>>;

const formsOf = (entity: NounName): ViewForms => ({
  save: formOf({
    body: newView.extend({
      opens: z
        .boolean()
        .default(false)
        .meta({ title: `Open ${nouns[entity].title} with it` }),
    }),
  }),
  rename: formOf({ body: viewBody.pick({ name: true }) }),
});

export const viewForms = Object.fromEntries(nounNames.map((entity) => [entity, formsOf(entity)])) as Record<NounName, ViewForms>;
