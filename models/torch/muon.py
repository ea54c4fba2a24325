"""Muon (Jordan et al. 2024) for matrices, Adam for all else."""
import torch

MOMENTUM, BETAS, EPSILON = 0.95, (0.9, 0.98), 1e-9


def orthogonal(x):
    """Newton and Schulz's iteration on matrices [n, rows, columns], rows >= columns or not."""
    wide = x.shape[1] > x.shape[2]
    x = x.bfloat16() if x.is_cuda else x
    x = x.transpose(1, 2) if wide else x
    x = x / (x.float().flatten(1).norm(dim=1)[:, None, None] + 1e-7).to(x.dtype)
    for _ in range(5):
        a = x @ x.transpose(1, 2)
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x.transpose(1, 2) if wide else x


class Muon:
    """Matrices of one shape are updated together; q, k and v that stand in one are three."""

    def __init__(self, network):
        groups, self.others = {}, []
        for name, p in network.named_parameters():
            if p.ndim == 2 and name != 'embedding':
                parts = p.shape[0] // p.shape[1] if 'kv' in name else 1
                groups.setdefault((p.shape[0] // parts, p.shape[1]), []).append((p, parts))
            else:
                self.others.append(p)
        self.groups = [(shape, members, [torch.zeros_like(p) for p, _ in members]) for shape, members in groups.items()]
        self.mean = [torch.zeros_like(p) for p in self.others]
        self.square = [torch.zeros_like(p) for p in self.others]
        self.steps = 0

    @torch.no_grad()
    def step(self, rate):
        self.steps += 1
        for shape, members, momentum in self.groups:
            gradients = [p.grad for p, _ in members]
            torch._foreach_mul_(momentum, MOMENTUM)
            torch._foreach_add_(momentum, gradients)
            ahead = torch._foreach_add(gradients, momentum, alpha=MOMENTUM)
            updates = orthogonal(torch.cat([x.view(n, *shape) for x, (_, n) in zip(ahead, members)]))
            for (p, n), update in zip(members, updates.split([n for _, n in members])):
                p.add_(update.reshape(p.shape).to(p.dtype), alpha=-rate * 0.2 * max(shape) ** 0.5)
        gradients = [p.grad for p in self.others]
        torch._foreach_mul_(self.mean, BETAS[0])
        torch._foreach_add_(self.mean, gradients, alpha=1 - BETAS[0])
        torch._foreach_mul_(self.square, BETAS[1])
        torch._foreach_addcmul_(self.square, gradients, gradients, value=1 - BETAS[1])
        root = torch._foreach_sqrt(torch._foreach_div(self.square, 1 - BETAS[1] ** self.steps))
        torch._foreach_add_(root, EPSILON)
        torch._foreach_addcdiv_(self.others, self.mean, root, value=-rate / (1 - BETAS[0] ** self.steps))
