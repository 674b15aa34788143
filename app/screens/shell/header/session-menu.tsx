import { Stack, Text } from '@mantine/core';
import { IconKeyboard, IconLock, IconLogout, IconUserCircle, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { roleLabels } from '../../../people/accounts/people/role-labels.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Menu } from '../../../ui/menu/menu.tsx';
import type { MenuEntry } from '../../../ui/menu/opened-menu.tsx';
import { showKeyboardHelp } from '../keyboard/keyboard-help.tsx';
import type { ShellData } from '../shell-data.ts';
import classes from './session-menu.module.css';
import { leave } from './sign-out.ts';

const AccountSwitcher = lazily(() => import('./account-switcher.tsx'));

/** The person, account and role, and Sign out. */
export function SessionMenu({ session }: Pick<ShellData, 'session'>) {
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  const actAs = { key: 'act', label: 'Act as an account…', icon: <IconUserShield size={16} />, onChoose: () => setChoosing(true) };
  const profile = {
    key: 'profile',
    label: 'Profile',
    icon: <IconUserCircle size={16} />,
    onChoose: () => navigate(href('/settings/profile')),
  };
  const password = {
    key: 'password',
    label: 'Change password',
    icon: <IconLock size={16} />,
    onChoose: () => navigate(href('/settings/password')),
  };
  return (
    <>
      <Menu
        width={244}
        button={{
          className: classes.avatar,
          label: `${initials(session.name)}: ${session.name}, ${session.accountName}`,
          children: initials(session.name),
        }}
        head={<Who session={session} />}
        entries={[...(mayDo(session.role, 'portal') ? [actAs] : []), profile, password, ...always]}
      />
      {choosing && <AccountSwitcher current={session.accountId} onClose={() => setChoosing(false)} />}
    </>
  );
}

const always: MenuEntry[] = [
  { key: 'keys', label: 'Keyboard', icon: <IconKeyboard size={16} />, aside: <kbd>?</kbd>, onChoose: showKeyboardHelp },
  { key: 'out', label: 'Sign out', icon: <IconLogout size={16} />, onChoose: leave },
];

function Who({ session: { name, email, role, accountName } }: Pick<ShellData, 'session'>) {
  return (
    <Stack gap={1} p="6px 8px 8px" fz="xs" c="dimmed">
      <Text size="sm" fw={600} c="bright">
        {name}
      </Text>
      <span>{email}</span>
      <span>
        {roleLabels[role]} · {accountName}
      </span>
    </Stack>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return `${first?.[0] ?? ''}${last?.[0] ?? ''}`.toUpperCase();
}
