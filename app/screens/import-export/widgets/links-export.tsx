import { useRevalidator } from 'react-router';
import { exportLinksCall } from '../../../nouns/links/export/contract.ts';
import { requestExport } from '../../../shared/exports/request-export.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';

/** Exports the links of a channel: what each of its SKUs is in the warehouse. */
export function LinksExport({ slug, running }: { slug: string; running: boolean }) {
  const { revalidate } = useRevalidator();
  const start = async () => {
    await requestExport({ of: 'links' }, exportLinksCall, { params: { name: slug } });
    await revalidate();
  };
  return (
    <SubmitButton variant="default" run={start} busy={running}>
      Export links
    </SubmitButton>
  );
}
