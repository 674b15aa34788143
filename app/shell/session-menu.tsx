import { Menu } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { AccountSwitcher } from './account-switcher.tsx';
import { showKeyboardHelp } from './keyboard-help.tsx';
import { roleLabels } from './role-labels.ts';
import classes from './session-menu.module.css';
import type { ShellData } from './shell-data.ts';
import { signOut } from './sign-out.ts';

/** Who is signed in, where, as what; and the way out. */
export function SessionMenu({ session, accounts }: Pick<ShellData, 'session' | 'accounts'>) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Menu width={244}>
        <Menu.Target>
          <button type="button" className={classes.avatar} aria-label={`${session.name}, ${session.accountName}`}>
            {initials(session.name)}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <strong>{session.name}</strong>
            <span>{session.email}</span>
            <span>
              {roleLabels[session.role]} · {session.accountName}
            </span>
          </div>
          <Menu.Divider />
          {session.role === 'super' && accounts.length > 0 && (
            <Menu.Item leftSection={<IconUserShield size={16} />} onClick={() => setChoosing(true)}>
              Act as an account…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<kbd>?</kbd>} onClick={showKeyboardHelp}>
            Keyboard
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AccountSwitcher accounts={accounts} current={session.accountId} opened={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
