import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { href, Link, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { call } from '../../../platform/call.ts';
import type { Input } from '../../../platform/endpoint.ts';
import type { NounName } from '../../base/nouns.ts';
import { SubmitButton } from '../../ui/buttons/submit-button.tsx';
import { useSave } from '../../ui/hooks/use-save.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Menu } from '../../ui/menu/menu.tsx';
import { workOn } from '../../ui/use-press.ts';
import { changeViewCall, openListWithCall, type View } from './contract.ts';
import type { ViewForms } from './forms.ts';
import classes from './saved-views.module.css';
import { differs, type ViewQuery, viewAddress, viewNamed } from './view.ts';
import { type Choice, viewEntries } from './widgets/entries.tsx';

const ViewDialog = lazily(() => import('./widgets/view-dialog.tsx'));

type Props = {
  entity: NounName;
  /** The page's title. */
  title: string;
  views: readonly View[];
  forms: ViewForms;
  /** What the list currently shows. */
  shown: { query: ViewQuery; columns: string[] };
};

/** The menu of a list's views: the current one, the others, and actions on it. */
export function SavedViews({ entity, title, views, forms, shown }: Props) {
  const [params] = useSearchParams();
  const [choice, setChoice] = useState<Choice | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  // What a refusal says of Reset holds only once the list knows the view as it is now.
  const save = useSave({ rereadsRefused: true });
  const change = ({ id }: View, body: Input<typeof changeViewCall>['body']) => save(changeViewCall, { params: { id }, body });
  const open = (view: number | null) => call(openListWithCall, { params: { entity }, body: { view } }).then(revalidate);
  const current = viewNamed(params, views);
  const changed = current && differs(current, shown);
  // The view as it was when this person began to change it, whatever another tab saves in the meantime.
  const [begun, setBegun] = useState(current);
  if (current !== begun && (!changed || current.id !== begun?.id)) setBegun(current);
  const choose = (chosen: Choice) => {
    if (chosen.kind === 'go') navigate(viewAddress(chosen.view));
    else if (chosen.kind === 'manage') navigate(href('/settings/views'));
    else if (chosen.kind === 'share') workOn(() => change(chosen.view, { shared: !chosen.view.shared }));
    else if (chosen.kind === 'open') workOn(() => open(chosen.view.opens ? null : chosen.view.id));
    else setChoice(chosen);
  };
  return (
    <div className={classes.views}>
      <Menu
        position="bottom-start"
        button={{
          className: classes.menu,
          'data-set': current && true,
          children: (
            <>
              <span className={classes.name}>{current?.name ?? 'Views'}</span>
              {changed && <span className="soft">changed</span>}
              <IconChevronDown size={14} stroke={1.8} aria-hidden />
            </>
          ),
        }}
        entries={viewEntries({ views, current, title, choose })}
      />
      <ActionIcon size={28} aria-label="Save view" title="Save view" onClick={() => setChoice({ kind: 'save' })}>
        <IconPlus size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      {changed && (
        <Group gap={10} ml={8} className={classes.ways}>
          {current.changeable && (
            <SubmitButton size="compact-xs" run={() => change(current, { ...shown, was: begun })}>
              Save changes to view
            </SubmitButton>
          )}
          <Text component={Link} to={viewAddress(current)} size="sm" preventScrollReset>
            Reset
          </Text>
        </Group>
      )}
      {choice && <ViewDialog {...{ choice, entity, forms, shown }} onClose={() => setChoice(null)} />}
    </div>
  );
}
