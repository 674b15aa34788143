import { Group, Text } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { glide } from '../live/glide.ts';
import { JustDone } from './just-done.tsx';
import classes from './page-header.module.css';

type Props = {
  title: React.ReactNode;
  /** The browser tab's title, when the title is more than text. */
  documentTitle?: string;
  /** Above the title: the list that this page belongs to. */
  back?: { to: string; label: string };
  /** Beside the way back: the ways to its neighbours in that list. */
  neighbours?: React.ReactNode;
  /** Before the title. */
  picture?: React.ReactNode;
  /** Beside the title: a status or a source. */
  beside?: React.ReactNode;
  actions?: React.ReactNode;
};

/**
 * The page's title and actions, at most one of them a primary button. The undo of what was just done here stands above them, where there
 * is a way back: beside them it would push them into a second line.
 */
export function PageHeader({ title, documentTitle = String(title), back, neighbours, picture, beside, actions }: Props) {
  return (
    <header>
      <title>{`${documentTitle} · Crossdock`}</title>
      {back && (
        <div className={classes.back}>
          <Text component={Link} to={back.to} size="sm" c="dimmed" display="inline-flex" ml={-4}>
            <IconChevronLeft size={15} stroke={1.8} aria-hidden style={{ alignSelf: 'center' }} />
            {back.label}
          </Text>
          <div ref={glide} className={classes.done}>
            <JustDone />
          </div>
          {neighbours}
        </div>
      )}
      <Group justify="space-between" gap="8px 16px" mih={36} mb={8}>
        <Group wrap="nowrap" gap="md" className={classes.title}>
          {picture}
          <Group gap="4px 12px" miw={0}>
            <h1>{title}</h1>
            {beside && (
              <Group gap="4px 12px" c="dimmed">
                {beside}
              </Group>
            )}
          </Group>
        </Group>
        <Group ref={glide} className={classes.actions}>
          {!back && <JustDone />}
          {actions}
        </Group>
      </Group>
    </header>
  );
}
