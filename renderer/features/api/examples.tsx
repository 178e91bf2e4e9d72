import { useId, useState } from 'react';
import { Copy } from 'lucide-react';
import { idOf } from '../../run-options/spider-picker.tsx';
import { copyText } from '../../state/clipboard.ts';
import { useCall } from '../../state/query.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { chooseSpider, useApi } from './api-store.ts';
import { examplesOf, languages, languageTitles, unknownKey, type Language } from './example-texts.ts';

/** Programs to copy, for the address of the server, the key that was just made, and one of the spiders. */
export function Examples({ origin }: { origin: string }) {
  const [language, setLanguage] = useState<Language>('curl');
  const spiders = useCall('spiders.list', {}).value ?? [];
  const wanted = useApi((state) => state.spider);
  const fresh = useApi((state) => state.fresh);
  const names = spiders.map(({ project, name }) => ({ project, spider: name }));
  const spider = names.find((one) => wanted !== null && idOf(one) === idOf(wanted)) ?? names[0] ?? null;
  const secret = fresh?.of === 'key' ? fresh.secret : null;
  const examples = examplesOf(language, { origin, secret, spider });
  const label = useId();
  return (
    <section aria-labelledby={label} className="stack api-examples">
      <div className="api-examples-head">
        <h2 id={label}>Use it from a program</h2>
        {names.length > 1 && spider !== null && language !== 'mcp' && (
          <Select
            small
            aria-label="Spider of the examples"
            value={idOf(spider)}
            options={names.map((one) => ({
              value: idOf(one),
              label: one.project === 'default' ? one.spider : `${one.project} / ${one.spider}`,
            }))}
            onChange={(id) => {
              const chosen = names.find((one) => idOf(one) === id);
              if (chosen !== undefined) chooseSpider(chosen);
            }}
          />
        )}
      </div>
      <Tabs
        label="Language"
        className="api-languages"
        value={language}
        onChange={(id) => setLanguage(languages.find((one) => one === id) ?? 'curl')}
        tabs={languages.map((id) => ({ id, title: languageTitles[id] }))}
      >
        <div className="stack api-code-list">
          {examples.map(({ title, text }) => (
            <figure key={title} className="api-code">
              <figcaption>
                <span className="grow">{title}</span>
                <IconButton
                  label={`Copy: ${title}`}
                  icon={Copy}
                  size="small"
                  onClick={() => void copyText(text, 'Copied to the clipboard')}
                />
              </figcaption>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
              <pre tabIndex={0} aria-label={title}>
                {text}
              </pre>
            </figure>
          ))}
          {secret === null && examples.some(({ text }) => text.includes(unknownKey)) && (
            <p className="subtle small">
              Put your key in the place of {unknownKey}. A key that you make here stands in the examples until
              you hide it.
            </p>
          )}
        </div>
      </Tabs>
    </section>
  );
}
