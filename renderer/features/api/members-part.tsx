import { Check, Plus, Trash2, Users } from 'lucide-react';
import type { Member } from '../../../shared/contract/types.ts';
import { roles, roleScopes, scopes, type Scope } from '../../../shared/roles.ts';
import { useCall } from '../../state/query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { openDialog } from './api-store.ts';
import { roleHelp, scopeHelp } from './api-words.ts';
import { changeRole, removeMember } from './key-actions.ts';

/** Who owns keys, each with a role, and what the roles mean. */
export function MembersPart() {
  const { value: members, error, refresh } = useCall('members.list', {});
  if (error !== null && members === null)
    return <ErrorState error={error} title="The members could not be loaded." onRetry={refresh} />;
  if (members === null) return null;
  return (
    <div className="api-page">
      {members.length === 0 ? (
        <EmptyState icon={Users} title="No members yet" actions={<AddButton />}>
          A member is a person, a team or a program that owns keys. Its role limits what they may do. The
          first key adds the member “owner”.
        </EmptyState>
      ) : (
        <section aria-label="Members" className="stack">
          <div className="api-head">
            <h2>Members</h2>
            <AddButton />
          </div>
          <ul className="settings-group">
            {members.map((member) => (
              <MemberRow key={member.name} member={member} />
            ))}
          </ul>
        </section>
      )}
      <RolesTable />
    </div>
  );
}

const AddButton = () => (
  <Button icon={Plus} onClick={() => openDialog({ kind: 'member' })}>
    Add a member…
  </Button>
);

/** By what requests are known to be of a member. */
const accessWords = ({ keys, subject }: Member): string => {
  const counting = keys === 0 ? 'No key' : counted(keys, 'key');
  return subject === null ? counting : `${counting} · tokens of ${subject}`;
};

const MemberRow = ({ member }: { member: Member }) => (
  <li className="api-row">
    <div className="grow">
      <p className="strong ellipsis">{member.name}</p>
      <p className="subtle small ellipsis">{accessWords(member)}</p>
    </div>
    <Select
      aria-label={`Role of ${member.name}`}
      value={member.role}
      options={roles.map((role) => ({ value: role, label: role }))}
      onChange={(role) => void changeRole(member, role)}
    />
    <IconButton
      size="small"
      icon={Trash2}
      label={`Remove ${member.name}`}
      onClick={() => void removeMember(member)}
    />
  </li>
);

/** What the keys of each role can do. */
const RolesTable = () => (
  <section aria-label="Roles" className="stack">
    <h2>Roles</h2>
    <div className="api-roles">
      <table>
        <thead>
          <tr>
            <th scope="col">Keys may</th>
            {roles.map((role) => (
              <th scope="col" key={role} title={roleHelp[role]}>
                {role}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scopes.map((scope) => (
            <tr key={scope}>
              <th scope="row">
                <code className="api-scope">{scope}</code>
                {scopeHelp[scope]}
              </th>
              {roles.map((role) => {
                const allowed: readonly Scope[] = roleScopes[role];
                return (
                  <td key={role}>
                    {allowed.includes(scope) ? (
                      <>
                        <Check size={14} aria-hidden />
                        <span className="visually-hidden">yes</span>
                      </>
                    ) : (
                      <span className="subtle">–</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
