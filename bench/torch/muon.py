"""Muon: momentum made orthogonal, for the matrices of the layers; Adam for all else.

Jordan et al. 2024, "Muon: An optimizer for hidden layers in neural networks"; the step is scaled
to the size of Adam's as in Liu et al. 2025, "Muon is scalable for LLM training".
"""
import torch


def orthogonal(x, steps=5):
    """About U V^T of the singular value decompositions of x [n, rows, columns], rows <= columns."""
    x = x / x.flatten(1).norm(dim=1).clamp_min(1e-12)[:, None, None]
    for _ in range(steps):
        a = x @ x.transpose(1, 2)
        b = torch.baddbmm(a, a, a, beta=-4.7750, alpha=2.0315)
        x = torch.baddbmm(x, b, x, beta=3.4445)
    return x


def blocks_of(name, x):
    """The products that one parameter holds: attention's queries, keys and values are three."""
    return x.chunk({'qkv': 3, 'kv': 2}.get(name.split('.')[-2], 1))


class Muon(torch.optim.Optimizer):
    def __init__(self, named, lr, momentum=0.95):
        self.named = list(named)
        super().__init__([p for _, p in self.named], dict(lr=lr, momentum=momentum))

    @torch.no_grad()
    def step(self):
        group = self.param_groups[0]
        by_shape = {}
        for name, p in self.named:
            m = self.state[p].setdefault('momentum', torch.zeros_like(p))
            m.lerp_(p.grad, 1 - group['momentum'])
            ahead = p.grad.lerp(m, group['momentum'])
            for block, update in zip(blocks_of(name, p), blocks_of(name, ahead)):
                if update.shape[0] > update.shape[1]:
                    block, update = block.t(), update.t()
                by_shape.setdefault(tuple(update.shape), []).append((block, update))
        for shape, pairs in by_shape.items():
            whole = orthogonal(torch.stack([u for _, u in pairs]))
            for (block, _), u in zip(pairs, whole):
                block.add_(u, alpha=-group['lr'] * 0.2 * max(shape)**0.5)
