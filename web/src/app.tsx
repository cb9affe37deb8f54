/** The routes, and the frame around every screen. Addresses are those of the API, with `/app` for `/v1`. */

import { lazy, Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { client, sessionEnded, signIn, take } from './api/client';
import { useUser } from './api/queries';
import { t } from './i18n';
import { Home } from './screens/home';
import { SpaceFrame } from './screens/space';
import { Bar } from './ui/bar';
import { Empty, Toasts, Waiting } from './ui/kit';
import { Overlays } from './ui/overlays';

const NewSpace = lazy(() => import('./screens/newspace').then((it) => ({ default: it.NewSpace })));
const DeletedSpaces = lazy(() => import('./screens/deleted').then((it) => ({ default: it.DeletedSpaces })));
const Notifications = lazy(() => import('./screens/notifications').then((it) => ({ default: it.Notifications })));
const People = lazy(() => import('./screens/people').then((it) => ({ default: it.People })));

/** Says that the session has ended. What is on the screen stays; signing in comes back to it. */
function SignedOut() {
    const [ended, setEnded] = useState(false);
    useEffect(() => {
        const tell = () => setEnded(true);
        // Somebody who signed in in another tab comes back to this one.
        const look = () => void take(client.GET('/v1/user')).then(() => setEnded(false), () => undefined);
        sessionEnded.addEventListener('ended', tell);
        if (ended) addEventListener('focus', look);
        return () => {
            sessionEnded.removeEventListener('ended', tell);
            removeEventListener('focus', look);
        };
    }, [ended]);
    if (!ended) return null;
    return <div className="signed-out" role="alert"><span>{t('signedOut')}</span><button type="button" className="button small" onClick={signIn}>{t('signIn')}</button></div>;
}

/** Moves the focus to the new screen, as a new page would. */
function useFocusOnNavigation() {
    const [path] = useLocation();
    const screen = path.replace(/\/page\/[^/]+$/, '');
    useEffect(() => {
        window.scrollTo(0, 0);
    }, [path]);
    useEffect(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    }, [screen]);
}

export function App() {
    const user = useUser();
    useFocusOnNavigation();
    if (!user.data) return <main className="screen">{user.error ? null : <Waiting />}</main>;
    return (
        <>
            <a className="skip" href="#main">{t('skip')}</a>
            <Bar />
            <SignedOut />
            <Suspense fallback={<main className="screen"><Waiting /></main>}>
                <Switch>
                    <Route path="/"><Home /></Route>
                    <Route path="/orgs/:org">{({ org }) => <Home org={org} />}</Route>
                    <Route path="/orgs/:org/new">{({ org }) => <NewSpace org={org} />}</Route>
                    <Route path="/orgs/:org/people">{({ org }) => <People org={org} />}</Route>
                    <Route path="/notifications"><Notifications /></Route>
                    <Route path="/orgs/:org/deleted">{({ org }) => <DeletedSpaces org={org} />}</Route>
                    <Route path="/collections/:collection">{({ collection }) => <Home collection={collection} />}</Route>
                    <Route path="/spaces/:space/*?">{({ space }) => <SpaceFrame key={space} spaceId={space} />}</Route>
                    <Route path="/home"><Redirect to="/" /></Route>
                    <Route>
                        <main id="main" tabIndex={-1} className="screen narrow"><Empty title={t('noScreen')}>{t('noScreenHint')}</Empty></main>
                    </Route>
                </Switch>
            </Suspense>
            <Overlays />
            <Toasts />
        </>
    );
}
