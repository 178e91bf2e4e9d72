import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Switch } from '../../ui/field.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';

/** The setting whether requests without a proxy of a project use the proxy of the system. */
export function SystemProxy() {
  const { value, refresh } = useCall('proxies.system', {});
  const { value: info } = useCall('app.info', {});
  if (value === null || info === null) return null;
  const use = async (used: boolean) => {
    const answer = await getClient().call('proxies.useSystem', { used });
    if (!answer.ok) toast.error(answer.error, 'The setting was not saved.');
    refresh();
  };
  return (
    <SettingGroup label="This computer">
      <SettingRow
        label="Use the system proxy"
        help={info.proxySource === 'settings' ? settingsHelp : variablesHelp(value.variables)}
      >
        {(id) => <Switch id={id} checked={value.used} onChange={(used) => void use(used)} />}
      </SettingRow>
    </SettingGroup>
  );
}

const settingsHelp =
  'Direct requests use the network settings of this computer, including PAC scripts. For networks that require a proxy.';

function variablesHelp(names: readonly string[]): string {
  const there =
    names.length === 0
      ? 'None of them is set.'
      : `Of these, ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} set.`;
  return `Direct requests use HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, as set when Spider Studio started. ${there}`;
}
