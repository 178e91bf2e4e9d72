const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Returns text for XML, also in attributes. A carriage return would be read as a line feed, and `_x000D_` as the character of that
 * number.
 */
export const escaped = (text: string): string =>
  /[&<>"\r_]/.test(text)
    ? text
        .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll('\r', '&#13;')
    : text;

/** Returns the beginning of a sheet: its first row is bold and stays in place. */
export function sheetHead(header: readonly { name: string; place: string }[]): string {
  const cells = header.map(
    ({ name, place }) =>
      `<c r="${place}" s="2" t="inlineStr"><is><t xml:space="preserve">${escaped(name)}</t></is></c>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData><row r="1">${cells.join('')}</row>`;
}

/** The end of a sheet. */
export const sheetTail = '</sheetData></worksheet>';

/** Returns the other files of a workbook. @param titles of its sheets, in order */
export function bookParts(titles: readonly string[]): { name: string; text: string }[] {
  const sheets = titles.map((title, at) => ({ title, number: at + 1 }));
  const overrides = sheets.map(
    ({ number }) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`,
  );
  const list = sheets.map(
    ({ title, number }) => `<sheet name="${escaped(title)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const links = sheets.map(
    ({ number }) =>
      `<Relationship Id="rId${number}" Type="${documents}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const styleLink = `<Relationship Id="rId${sheets.length + 1}" Type="${documents}/styles" Target="styles.xml"/>`;
  return [
    {
      name: 'xl/workbook.xml',
      text: `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${declaration}<Relationships xmlns="${packages}/relationships">${links.join('')}${styleLink}</Relationships>`,
    },
    { name: 'xl/styles.xml', text: declaration + styles },
    {
      name: '_rels/.rels',
      text: `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: '[Content_Types].xml',
      text: `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join('')}</Types>`,
    },
  ];
}

/** Cell formats by number: 0 as it is, 1 a moment, 2 bold. */
const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
