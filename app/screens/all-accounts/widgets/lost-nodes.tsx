import { Notice } from '../../../ui/blocks/notice.tsx';
import type { ListedAccount } from '../contract.ts';

/** For a super admin, the database nodes of listed accounts that do not reply, and what to do about one. */
export function LostNodes({ accounts }: { accounts: readonly ListedAccount[] }) {
  const nodes = [...new Set(accounts.flatMap(({ lost_node }) => lost_node ?? []))];
  return nodes.map((node) => (
    <Notice key={node} tone="danger">
      The database node {node} does not reply. Its accounts wait, and lose nothing. For the others to go on, run “node bin/crossdock.ts
      leave-out {node}”. Start it, or promote its standby and tell the coordinator where that is; then run “take-back {node}”.
    </Notice>
  ));
}
