import { z } from 'zod';
import { formOf } from '../../ui/form/form-of.ts';
import { type ListName, listNames, newView, viewBody } from './contract.ts';
import { viewedLists } from './view.ts';

/** The forms of the menu of views, for the loader of a list. Made once: every page of the list carries them. */
export type ViewForms = Record<'save' | 'rename', ReturnType<typeof formOf>>;

const formsOf = (entity: ListName): ViewForms => ({
  save: formOf({
    body: newView.extend({
      opens: z
        .boolean()
        .default(false)
        .meta({ title: `Open ${viewedLists[entity].title} with it` }),
    }),
  }),
  rename: formOf({ body: viewBody.pick({ name: true }) }),
});

export const viewForms = Object.fromEntries(listNames.map((entity) => [entity, formsOf(entity)])) as Record<ListName, ViewForms>;
