import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { href, useLocation, useNavigate } from 'react-router';
import { type LastList, useLastList } from '../../../../ui/list/pages/last-list.ts';
import { usePress } from '../../../../ui/use-press.ts';
import { useShortcut } from '../../../../ui/words/shortcut.ts';
import { rowBeside, type Step } from './walk.ts';

/** The list that one came from, as the way back leads to it. */
export const useWayBack = () => href('/orders') + (useLastList(href('/orders'))?.search ?? '');

/** Leads to the order before this one and the one after it, in the list that one came from; k and j do, too. */
export function Neighbours() {
  const { pathname } = useLocation();
  const list = useLastList(href('/orders'));
  const at = list?.rows.indexOf(pathname) ?? -1;
  return list && at >= 0 ? <Steps list={list} at={at} /> : null;
}

function Steps({ list, at }: { list: LastList; at: number }) {
  const navigate = useNavigate();
  const { busy, press: go } = useSteps(async (step) => {
    const to = await rowBeside(list, at, step);
    if (to) navigate(to);
  });
  const isFirst = at === 0 && !list.before;
  const isLast = at === list.rows.length - 1 && !list.after;
  return (
    <Group component="nav" aria-label="Orders of the list" gap={2} wrap="nowrap">
      <ActionIcon size={28} disabled={isFirst || busy} aria-label="Previous order" title="Previous order (k)" onClick={() => go(-1)}>
        <IconChevronLeft size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <span className="soft figure">
        {(list.first + at).toLocaleString('en-US')} of {list.total}
      </span>
      <ActionIcon size={28} disabled={isLast || busy} aria-label="Next order" title="Next order (j)" onClick={() => go(1)}>
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** One step at a time, by button and by key. */
function useSteps(work: (step: Step) => Promise<void>) {
  const forward = usePress(() => work(1));
  const back = usePress(() => work(-1));
  const busy = forward.busy || back.busy;
  const press = (step: Step) => !busy && (step > 0 ? forward : back).press();
  useShortcut('j', () => void press(1));
  useShortcut('k', () => void press(-1));
  return { busy, press };
}
