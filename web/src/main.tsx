/** The start of the app. */

import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Router, useLocation } from 'wouter';
import { App } from './app';
import { queries } from './api/queries';
import { language } from './i18n';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/document.css';
import './styles/review.css';
import { applyTheme } from './ui/theme';

applyTheme();
document.documentElement.lang = language;

function Root() {
    const [, go] = useLocation();
    return <RouterProvider navigate={go} useHref={(href) => (href.startsWith('/app') ? href : `/app${href}`)}><App /></RouterProvider>;
}

createRoot(document.getElementById('app')!).render(
    <I18nProvider locale={language}>
        <QueryClientProvider client={queries}>
            <Router base="/app"><Root /></Router>
        </QueryClientProvider>
    </I18nProvider>,
);
