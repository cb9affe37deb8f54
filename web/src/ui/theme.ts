/** Light and dark: as the system says, or as this browser was told. */

const CHOSEN = 'quire.theme';

export type Theme = 'light' | 'dark' | 'system';

export const theme = (): Theme => (localStorage.getItem(CHOSEN) as Theme | null) ?? 'system';

/** Applies what was chosen before. */
export function applyTheme(): void {
    const it = theme();
    if (it === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = it;
}

/** Changes between light and dark, from what is shown now. */
export function toggleTheme(): void {
    const isDark = theme() === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme() === 'dark';
    localStorage.setItem(CHOSEN, isDark ? 'light' : 'dark');
    applyTheme();
}
