import { Box, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { href, Link } from 'react-router';
import { CallError, call } from '../../../../../platform/call.ts';
import { showAlert, showFailure } from '../../../../ui/alerts/alerts.ts';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../../ui/dialog/dialog-buttons.tsx';
import { type Profile, type Uploaded, uploadFailed, uploadingTo, uploadProductCall } from '../contract.ts';
import { ProfilesSelect } from './profiles-select.tsx';

type Props = { product: { id: number; sku: string }; profiles: readonly Profile[]; onClose: () => void };

/**
 * Uploads a product to the profiles that are chosen, and says what became of it in each: in the alert bar to whoever has left in the
 * meantime, which ends nothing.
 */
export default function UploadDialog({ product, profiles, onClose }: Props) {
  const [chosen, setChosen] = useState<string[]>(profiles.length === 1 ? profiles.map(({ id }) => id) : []);
  const [isUploading, setUploading] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly Uploaded[]>([]);
  const isLeft = useIsLeft();
  const upload = async () => {
    setUploading(true);
    setOutcomes([]);
    try {
      const reply = await call(uploadProductCall, { body: { profiles: chosen, productId: product.id } });
      setOutcomes(reply);
      if (isLeft()) for (const { alert_class, message } of reply) showAlert(alert_class, message);
    } catch (error) {
      showFailure(error, isRefused(error) ? error.errorMessage : uploadFailed);
    } finally {
      setUploading(false);
    }
  };
  return (
    <Dialog title={`Upload ${product.sku}`} size={520} onClose={onClose}>
      {(close) => (
        <Stack gap={14} fz="sm">
          <div>
            <ProfilesSelect profiles={profiles} value={chosen} onChange={setChosen} />
            <Box role="status" mt={isUploading ? 14 : 0}>
              {isUploading && uploadingTo(profiles.filter(({ id }) => chosen.includes(id)))}
            </Box>
          </div>
          {outcomes.map((outcome) => (
            <Outcome key={outcome.message} outcome={outcome} />
          ))}
          <DialogButtons onCancel={close} back={isUploading || outcomes.length > 0 ? 'Close' : 'Cancel'}>
            <SubmitButton run={upload} reason={chosen.length === 0 && 'Choose a profile.'}>
              Upload
            </SubmitButton>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  );
}

function useIsLeft(): () => boolean {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return () => left.current;
}

/** A refusal says why, and what to do. */
const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.code !== undefined;

export function Outcome({ outcome: { alert_class, message, links, runId } }: { outcome: Uploaded }) {
  return (
    <Notice tone={alert_class === 'danger' ? 'danger' : 'info'}>
      {message}
      {runId !== undefined && <Link to={href('/activity/:id', { id: String(runId) })}> See what becomes of it</Link>}
      {links.map(
        ({ profile, name, url }) =>
          url && (
            <a key={profile} href={url} target="_blank" rel="noopener noreferrer">
              {' '}
              See it in {name}
            </a>
          ),
      )}
    </Notice>
  );
}
