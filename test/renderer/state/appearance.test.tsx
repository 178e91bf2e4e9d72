import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { useAppearance, useTheme } from '../../../renderer/state/appearance.ts';
import { defaultPreferences, usePreferencesStore } from '../../../renderer/state/preferences.ts';

/** The theme that is shown, and that of the document. */
const drawn: (readonly [string, string | undefined])[] = [];

/** Draws with the tokens of the document, as a chart does. */
function Drawing() {
  const theme = useTheme();
  useEffect(() => {
    drawn.push([theme, document.documentElement.dataset['theme']]);
  }, [theme]);
  return null;
}

function Window() {
  useAppearance();
  return <Drawing />;
}

it('has set the theme when what is drawn by script reads it', () => {
  const choose = (theme: 'light' | 'dark') =>
    usePreferencesStore.setState({ known: true, preferences: { ...defaultPreferences, theme } });
  choose('light');
  render(<Window />);
  act(() => choose('dark'));
  expect(drawn).toEqual([
    ['light', 'light'],
    ['dark', 'dark'],
  ]);
});
