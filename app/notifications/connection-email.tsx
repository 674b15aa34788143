import { call } from '../../platform/call.ts';
import { type EmailSetting, saveConnectionEmailCall } from './contract.ts';
import { EmailNotification } from './widgets/email-notification.tsx';

/** The address that is mailed whatever happens in one connection. */
export function ConnectionEmail({ slug, setting, mayChange }: { slug: string; setting: EmailSetting; mayChange: boolean }) {
  return (
    <EmailNotification
      key={slug}
      saveName={slug}
      setting={setting}
      mayChange={mayChange}
      save={(body) => call(saveConnectionEmailCall, { params: { name: slug }, body })}
    />
  );
}
