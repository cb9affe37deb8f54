/** The start of the app. */

import { createRoot } from 'react-dom/client';
import './styles/base.css';

createRoot(document.getElementById('app')!).render(<p>Quire</p>);
