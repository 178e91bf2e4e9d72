import { useState } from 'react';
import { DiffEditor } from '../ui/editor/diff-editor.tsx';
import { Editor, type Marker } from '../ui/editor/editor.tsx';
import { Pane, SplitPanes } from '../ui/split-panes.tsx';
import { Button } from '../ui/button.tsx';

const before = `{
  "name": "shop",
  "allowed_domains": ["example.org"],
  "start_urls": ["https://example.org/"],
  "rules": [{ "allow": ["/products/"], "callback": "parse_item", "priority": 10 }],
  "settings": { "DOWNLOAD_DELAY": 1, "ROBOTSTXT_OBEY": true }
}
`;

const markers: readonly Marker[] = [
  {
    severity: 8,
    message: 'There is no callback "parse_item".',
    startLineNumber: 5,
    startColumn: 54,
    endLineNumber: 5,
    endColumn: 66,
  },
];

/** The editor and the comparison. */
export function EditorPart() {
  const [text, setText] = useState(before);
  return (
    <div className="gallery-full">
      <div className="row">
        <Button onClick={() => setText(text.replace('"shop"', '"bookshop"'))}>Rename from outside</Button>
        <span className="subtle numeric">{text.length} characters</span>
      </div>
      <SplitPanes name="gallery-editor" direction="vertical">
        <Pane id="editor" label="Editor">
          <Editor
            label="Spider"
            language="json"
            path="gallery/spider.json"
            value={text}
            onChange={setText}
            markers={markers}
          />
        </Pane>
        <Pane id="diff" label="Comparison">
          <DiffEditor
            label="Versions 1 and 2"
            language="json"
            original={before}
            modified={before.replace('"shop"', '"books"').replace('1,', '2,')}
          />
        </Pane>
      </SplitPanes>
    </div>
  );
}
